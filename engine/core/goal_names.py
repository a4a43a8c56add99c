"""Names of the goals that a problem may state of strings.

    any       one stone of them stays for ever
    all       none of the strings is ever taken
    capture   the opponent takes one of the strings: the opposite of ``all``
    connect   they become one string
"""
ANY, ALL, CAPTURE, CONNECT = GOALS = 'any', 'all', 'capture', 'connect'
