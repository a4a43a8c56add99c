# Eyes: what spaces yield, half and false eyes, what lives unconditionally, eye graphs.

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
10 eval_eye A9
#? [1 2 B9 B9]

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
20 eval_eye D6
#? [1 2 E5 E5]

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
30 eval_eye D6
#? [1 2 E5 E5]

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
40 eval_eye A9
#? [1 1]

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
50 eval_eye A9
#? [1 1]
60 unconditional_status A8
#? [alive]
70 unconditional_status A9
#? [black_territory]

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
80 eval_eye A9
#? [2 2]
90 unconditional_status B9
#? [undecided]

# The manual's graph, pattern 301 with and without suicide, the chimera, bent three in a corner.
100 analyze_eyegraph OO!%O.X%!...
#? [0112.*]
110 analyze_eyegraph X.X
#? [2222.*]
120 analyze_eyegraph X.X suicide
#? [1222.*]
130 analyze_eyegraph .%!.
#? [0022.*]
140 analyze_eyegraph +--%|..%|.
#? [1122.*]
150 test_eyeshape C3 D3 E3
#? []
