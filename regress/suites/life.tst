# Life and death of closed groups: the shapes every player knows.

#  9 . X . X O . . . .
#  8 X X X X O . . . .
#  7 O O O O O . . . .
#  6 . . . . . . . . .
#  5 . . . . . . . . .
#  4 . . . . . . . . .
#  3 . . . . . . . . .
#  2 . . . . . . . . .
#  1 . . . . . . . . .
#    A B C D E F G H J
loadsgf ../games/two-eyes.sgf
10 owl_attack A8
#? [0]
20 owl_defend A8
#? [1 .*]

#  9 . . . X O . . . .
#  8 X X X X O . . . .
#  7 O O O O O . . . .
#  6 . . . . . . . . .
#  5 . . . . . . . . .
#  4 . . . . . . . . .
#  3 . . . . . . . . .
#  2 . . . . . . . . .
#  1 . . . . . . . . .
#    A B C D E F G H J
loadsgf ../games/straight-three.sgf
30 owl_attack A8
#? [1 B9]
40 owl_defend A8
#? [1 B9]

#  9 . . X O . . . . .
#  8 . X X O . . . . .
#  7 X X O O . . . . .
#  6 O O O . . . . . .
#  5 . . . . . . . . .
#  4 . . . . . . . . .
#  3 . . . . . . . . .
#  2 . . . . . . . . .
#  1 . . . . . . . . .
#    A B C D E F G H J
loadsgf ../games/bent-three.sgf
50 owl_attack B8
#? [1 A9]
60 owl_defend B8
#? [1 A9]

#  9 . . X O . . . . .
#  8 X X X O . . . . .
#  7 O O O O . . . . .
#  6 . . . . . . . . .
#  5 . . . . . . . . .
#  4 . . . . . . . . .
#  3 . . . . . . . . .
#  2 . . . . . . . . .
#  1 . . . . . . . . .
#    A B C D E F G H J
loadsgf ../games/two-point-eye.sgf
70 owl_attack A8
#? [1 .*]
80 owl_defend A8
#? [0]

#  9 . X O . . . . . .
#  8 X X O . . . . . .
#  7 O O O . . . . . .
#  6 . . . . . . . . .
#  5 . . . . . . . . .
#  4 . . . . . . . . .
#  3 . . . . . . . . .
#  2 . . . . . . . . .
#  1 . . . . . . . . .
#    A B C D E F G H J
loadsgf ../games/one-stone-eye.sgf
90 owl_attack A8
#? [1 .*]
100 owl_defend A8
#? [0]

#  9 . O . X O . . . .
#  8 X X X X O . . . .
#  7 O O O O O . . . .
#  6 . . . . . . . . .
#  5 . . . . . . . . .
#  4 . . . . . . . . .
#  3 . . . . . . . . .
#  2 . . . . . . . . .
#  1 . . . . . . . . .
#    A B C D E F G H J
loadsgf ../games/filled-vital.sgf
110 owl_attack A8
#? [1 .*]
120 owl_defend A8
#? [0]

#  9 . . . . . . . . .
#  8 O O O O O O O O .
#  7 O X X X X X X O .
#  6 O X . . . . X O .
#  5 O X X X X X X O .
#  4 O O O O O O O O .
#  3 . . . . . . . . .
#  2 . . . . . . . . .
#  1 . . . . . . . . .
#    A B C D E F G H J
loadsgf ../games/straight-four.sgf
130 owl_attack C7
#? [0]
140 owl_defend C7
#? [1 .*]
play white D6
150 owl_defend C7
#? [1 E6]
160 owl_attack C7
#? [1 E6]

#  9 . . . . . . . . .
#  8 . O O O O O O . .
#  7 . O X X X X O . .
#  6 . O X . . X O . .
#  5 . O X . . X O . .
#  4 . O X X X X O . .
#  3 . O O O O O O . .
#  2 . . . . . . . . .
#  1 . . . . . . . . .
#    A B C D E F G H J
loadsgf ../games/square-four.sgf
170 owl_attack C7
#? [1 .*]
180 owl_defend C7
#? [0]
play black D6
190 owl_attack C7
#? [1 E5]

#  9 . . . . . . . . .
#  8 . O O O O O O O .
#  7 . O X X X X X O .
#  6 . O X . . . X O .
#  5 . O X X . X X O .
#  4 . O O X X X O O .
#  3 . . O O O O O . .
#  2 . . . . . . . . .
#  1 . . . . . . . . .
#    A B C D E F G H J
loadsgf ../games/pyramid-four.sgf
200 owl_attack C7
#? [1 E6]
210 owl_defend C7
#? [1 E6]
play black E6
220 owl_attack C7
#? [0]

#  9 . . . . . . . . .
#  8 . O O O O O O . .
#  7 . O X X X X O . .
#  6 . O X . . X O . .
#  5 . O X X . X O . .
#  4 . O O X . X O . .
#  3 . . O X X X O . .
#  2 . . O O O O O . .
#  1 . . . . . . . . .
#    A B C D E F G H J
loadsgf ../games/bent-four.sgf
230 owl_attack C7
#? [0]
240 owl_defend C7
#? [1 .*]

#  9 . . . . . . . . .
#  8 . O O O O O O O .
#  7 . O X X X X X O .
#  6 . O X . . X X O .
#  5 . O X . . . X O .
#  4 . O X X X X X O .
#  3 . O O O O O O O .
#  2 . . . . . . . . .
#  1 . . . . . . . . .
#    A B C D E F G H J
loadsgf ../games/bulky-five.sgf
250 owl_attack C7
#? [1 E5]
# D5 and E6 leave two eyes as well: each is proved.
260 owl_defend C7
#? [1 (D5|E5|E6)]
play white E5
270 owl_defend C7
#? [0]

#  9 . . . . . . . . .
#  8 . O O O O O O . .
#  7 . O X X X X O O .
#  6 . O X . . X X O .
#  5 . O X . . . X O .
#  4 . O X X . X X O .
#  3 . O O X X X O O .
#  2 . . O O O O O . .
#  1 . . . . . . . . .
#    A B C D E F G H J
loadsgf ../games/rabbity-six.sgf
280 owl_attack C7
#? [1 E5]
290 owl_defend C7
#? [1 E5]
play black E5
300 owl_attack C7
#? [0]

#  9 . X . X O . . . .
#  8 X O X X O . . . .
#  7 O O O O O . . . .
#  6 . . . . . . . . .
#  5 . . . . . . . . .
#  4 . . . . . . . . .
#  3 . . . . . . . . .
#  2 . . . . . . . . .
#  1 . . . . . . . . .
#    A B C D E F G H J
loadsgf ../games/false-eye.sgf
310 owl_attack D9
#? [1 .*]
320 owl_defend D9
#? [0]

# Neither side can take the other: whoever plays A9 or E9 is taken.
#  9 . O O O . X O . .
#  8 X X X X X X O . .
#  7 O O O O O O O . .
#  6 . . . . . . . . .
#  5 . . . . . . . . .
#  4 . . . . . . . . .
#  3 . . . . . . . . .
#  2 . . . . . . . . .
#  1 . . . . . . . . .
#    A B C D E F G H J
loadsgf ../games/seki.sgf
330 owl_attack A8
#? [0]
340 owl_defend A8
#? [1 .*]
350 countlib B9
#? [2]
