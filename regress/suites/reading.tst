# Tactical reading: strings of one to four liberties.

# A ladder: E7 and then down to the right, with nothing in its way.
#  9 . . . . . . . . .
#  8 . . . X . . . . .
#  7 . . X O . . . . .
#  6 . . X . . . . . .
#  5 . . . . . . . . .
#  4 . . . . . . . . .
#  3 . . . . . . . . .
#  2 . . . . . . . . .
#  1 . . . . . . . . .
#    A B C D E F G H J
loadsgf ../games/ladder-open.sgf
10 attack D7
#? [1 (E7|D6)]
20 defend D7
#? [1 (E7|D6)]
30 attack D8
#? [0]

# The same with a white stone on its way.
#  9 . . . . . . . . .
#  8 . . . X . . . . .
#  7 . . X O . . . . .
#  6 . . X . . . . . .
#  5 . . . . . . . . .
#  4 . . . . O . . . .
#  3 . . . . . . . . .
#  2 . . . . . . . . .
#  1 . . . . . . . . .
#    A B C D E F G H J
loadsgf ../games/ladder-broken.sgf
40 attack D7
#? [0]
50 defend D7
#? [1 .*]

#  9 . . . . . . . . .
#  8 . . . . . . . . .
#  7 . . . X X . . . .
#  6 . . X O . . . . .
#  5 . . X . . . O . .
#  4 . . . . . . . . .
#  3 . . . . O . . . .
#  2 . . . . . . . . .
#  1 . . . . . . . . .
#    A B C D E F G H J
loadsgf ../games/net.sgf
60 attack D6
#? [1 (E5|E6|D5)]
70 defend D6
#? [1 (E6|D5|E5)]
80 attack D7
#? [0]
90 defend D7
#? [1 .*]

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
100 attack D6
#? [1 D5]
110 defend D6
#? [1 D5]
120 attack D7
#? [0]
play black D5
130 color D6
#? [empty]
140 captures black
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
150 attack D6
#? [1 C7]
160 defend D6
#? [0]
170 attack A7
#? [0]
180 defend A7
#? [1 .*]

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
190 attack D6
#? [2 E6]
200 defend D6
#? [1 E6]
210 attack E7
#? [0]
220 defend E7
#? [1 .*]

#  9 . . . . . . . . .
#  8 . . . . . . . . .
#  7 . . . . . . . . .
#  6 . . . . . . . . .
#  5 . . . . . . . . .
#  4 . . . . . . . . .
#  3 . . . X . . . . .
#  2 . . X O X . . . .
#  1 . . . . . . . . .
#    A B C D E F G H J
loadsgf ../games/edge.sgf
230 attack D2
#? [1 D1]
240 defend D2
#? [0]

# The two black stones are in atari, and so is the white stone beside them.
#  9 . . . . . . . . .
#  8 . . . . . . . . .
#  7 . . . O X . . . .
#  6 . . O X O X . . .
#  5 . . O X . . . . .
#  4 . . . O . . . . .
#  3 . . . . . . . . .
#  2 . . . . . . . . .
#  1 . . . . . . . . .
#    A B C D E F G H J
loadsgf ../games/counter-capture.sgf
250 attack D6
#? [1 E5]
260 defend D6
#? [1 E5]
270 attack E6
#? [1 E5]
280 defend E6
#? [1 E5]

#  9 . . . . . . . . .
#  8 . . . X X . . . .
#  7 . . X O O X . . .
#  6 . . X . . X . . .
#  5 . . . X . . . . .
#  4 . . . . . . . . .
#  3 . . . . . . . . .
#  2 . . . . . . . . .
#  1 . . . . . . . . .
#    A B C D E F G H J
loadsgf ../games/three-liberties.sgf
290 attack D7
#? [1 (E6|D6)]
300 defend D7
#? [0]

#  9 . . . . . . . . .
#  8 . . . . . . . . .
#  7 . . . . . . . . .
#  6 . . . . . . . . .
#  5 . . . . . . . . .
#  4 . . . . . . . . .
#  3 . . . . . . . . .
#  2 . . X X X X . . .
#  1 . . O O . . X . .
#    A B C D E F G H J
loadsgf ../games/first-line.sgf
310 attack C1
#? [1 (B1|E1)]
320 defend C1
#? [0]

#  9 . . . X O . . . .
#  8 O O X X O . . . .
#  7 X X X O O . . . .
#  6 O O O O . . . . .
#  5 . . . . . . . . .
#  4 . . . . . . . . .
#  3 . . . . . . . . .
#  2 . . . . . . . . .
#  1 . . . . . . . . .
#    A B C D E F G H J
loadsgf ../games/throw-in.sgf
330 attack A8
#? [0]
340 countlib A8
#? [2]
350 findlib A8
#? [A9 B9]
