# The board: captures, ko, suicide, liberties, handicap, undo.

#  9 . . . . . . . . .
#  8 . . . . . . . . .
#  7 . . . X . . . . .
#  6 . . X O X . . . .
#  5 . . . . . . . . .
#  4 . . . . . . . . .
#  3 . . . . . . . . .
#  2 . . . . . . . . .
#  1 . . . . . . . . .
#    A B C D E F G H J
loadsgf ../games/atari.sgf
10 countlib D6
#? [1]
20 findlib D6
#? [D5]
30 countlib D7
#? [3]
40 is_legal white D5
#? [1]
play black D5
50 list_stones white
#? []
60 captures black
#? [1]
undo
70 list_stones white
#? [D6]
80 captures black
#? [0]

#  9 . . . . . . . . .
#  8 . . . . . . . . .
#  7 . . . X O . . . .
#  6 . . X O . O . . .
#  5 . . . X O . . . .
#  4 . . . . . . . . .
#  3 . . . . . . . . .
#  2 . . . . . . . . .
#  1 . . . . . . . . .
#    A B C D E F G H J
loadsgf ../games/ko.sgf
90 is_legal black E6
#? [1]
play black E6
100 color D6
#? [empty]

#  9 . . . . . . . . .
#  8 . . . . . . . . .
#  7 . . . X O . . . .
#  6 . . X O . O . . .
#  5 . . . X O . . . .
#  4 . . . . . . . . .
#  3 . . . . . . . . .
#  2 . . . . . . . . .
#  1 . . . . . . . . .
#    A B C D E F G H J
loadsgf ../games/ko.sgf
play black E6
110 is_legal white D6
#? [0]
120 is_legal white A1
#? [1]
play white A1
play black A2
130 is_legal white D6
#? [1]

#  9 . O . . . . . . .
#  8 O . O . . . . . .
#  7 . O . . . . . . .
#  6 . . . . . . . . .
#  5 . . . . . . . . .
#  4 . . . . . . . . .
#  3 . . . . . . O O O
#  2 . . . . . . O X .
#  1 . . . . . . O . O
#    A B C D E F G H J
loadsgf ../games/suicide.sgf
140 is_legal black B8
#? [0]
150 is_legal white B8
#? [1]
160 is_legal black A9
#? [0]
170 is_legal white H1
#? [1]
180 countlib H2
#? [2]
190 is_legal black H1
#? [1]
play white H1
play white J2
200 color H2
#? [empty]
210 captures white
#? [1]

#  9 . . O X . . . . .
#  8 O O O X . . . . .
#  7 X X . O X . . . .
#  6 . X O O X . . . .
#  5 . X X X X . . . .
#  4 . . . . . . . . .
#  3 . . . . . . . . .
#  2 . . . . . . . . .
#  1 . . . . . . . . .
#    A B C D E F G H J
loadsgf ../games/snapback.sgf
220 countlib D6
#? [1]
play black C7
play white C

boardsize 9
clear_board
230 fixed_handicap 4
#? [(C3|G3|G7|C7)( (C3|G3|G7|C7)){3}]
240 get_handicap
#? [4]
250 undo
#? [cannot undo]
260 play black C3
#? [illegal move]
270 place_free_handicap 2
#? [board not empty]

boardsize 19
clear_board
280 set_free_handicap D4 D4
#? [repeated vertex]
290 set_free_handicap D4
#? [invalid handicap]
300 set_free_handicap D4 Q16 K10 C3 A1
#? []
310 list_stones black
#? [Q16 K10 D4 C3 A1]

clear_board
play black D4
play white pass
320 last_move
#? [white PASS]
gg-undo 2
330 last_move
#? [no previous move known]
340 boardsize 26
#? [unacceptable size]
350 query_boardsize
#? [19]
360 trymove black D4
#? []
370 trymove white D4
#? [illegal move]
380 dump_stack
#? [black D4]
390 popgo
#? []
400 popgo
#? [Stack empty.]
