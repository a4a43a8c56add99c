"""GNU Go's GTP commands and how OwlGo's differ; ``python -m owlgo.gtp.gnugo`` prints the differences, ``docs/gnugo-commands.md``.

``gtp/tests/test_gnugo.py`` checks that the lists name every command of GNU Go 3.8 once, and that all of them exist.
"""
import sys

AS_THERE = '''
accuratelib analyze_semeai analyze_semeai_after_move attack attack_either black block_off break_in captures clear_board clear_cache color
combination_attack combination_defend connect countlib cputime decrease_depths defend defend_both disconnect does_attack does_surround
dragon_data dragon_stones echo echo_err estimate_score eval_eye experimental_score eye_data final_score final_status
final_status_list findlib fixed_handicap followup_influence genmove genmove_black genmove_white get_connection_node_counter get_handicap
get_owl_node_counter get_random_seed get_reading_node_counter get_trymove_counter gg-undo gg_genmove half_eye_data
increase_depths initial_influence is_surrounded kgs-genmove_cleanup known_command komi last_move list_commands list_stones move_history
move_influence name new_score owl_attack owl_connection_defends owl_defend owl_does_attack owl_does_defend owl_substantial
owl_threaten_defense place_free_handicap play popgo printsgf protocol_version query_boardsize query_orientation quit
reg_genmove report_uncertainty reset_connection_node_counter reset_owl_node_counter reset_reading_node_counter reset_search_mask
reset_trymove_counter restricted_genmove same_dragon set_free_handicap set_random_seed set_search_diamond showboard surround_map
tactical_analyze_semeai time_left time_settings tryko trymove unconditional_status undo version white worm_cutstone worm_data worm_stones
'''.split()
"""Commands with the same arguments and an answer in the same form."""

DIFFERENT = {
    'aa_confirm_safety': 'an illegal move fails; the third argument counts stones',
    'accurate_approxlib': 'counts exactly, as `accuratelib`',
    'advance_random_seed': 'seeds are numbers of 62 bits, and every game has one of its own',
    'all_legal': 'knows superko if that is the rule',
    'all_move_values': 'the values come from a search with playouts',
    'analyze_eyegraph': 'takes outer liberties, ko threats and suicide too, and leaves the board as it is',
    'boardsize': '1 to 25; a second, different number fails',
    'does_defend': 'prints 1 for success, where GNU Go prints 3',
    'dragon_status': 'after `report_uncertainty on` the grade follows: `proved`, `proved if` with a stone of each string that must hold, '
                     '`read` or `uncertain`, and before it `seki` if the dragon lives so',
    'draw_search_area': 'the drawing is the answer, without colours: `*`, `x` and `o` are inside',
    'dump_stack': 'the trial moves are the answer, one a line; GNU Go writes them on standard error',
    'finish_sgftrace': 'one game for each position that was asked about; without a trace, or where no file can be written, it fails',
    'get_komi': 'no blanks, and decimals only where there are any: `6.5`, `0`; GNU Go prints `0.0` with a blank before it',
    'get_life_node_counter': 'always 0, as in practice in GNU Go: eye spaces are looked up or solved as a whole',
    'help': '`help NAME` tells what a command does',
    'invariant_hash': 'other numbers',
    'invariant_hash_for_moves': 'other numbers',
    'is_legal': 'knows superko if that is the rule',
    'ladder_attack': 'takes a string with one liberty too',
    'level': '0 to 12',
    'limit_search': 'no move outside the area is chosen; an empty area limits nothing',
    'loadsgf': 'fails with `cannot load file:` and the reason; without KM komi is 0, in GNU Go 5.5, or 0.5 with a handicap; KM[375] and '
               'KM[650] are 7.5 and 6.5; a handicap without stones sets none, and is warned of',
    'move_probabilities': "parts of the search's visits; without a `genmove` before, of the side to move",
    'move_reasons': 'in words of its own',
    'move_uncertainty': 'as `move_probabilities`',
    'orientation': 'turns the vertices in sentences too',
    'owl_threaten_attack': 'prints 1 for success, where GNU Go prints 3',
    'set_search_limit': 'a missing or wrong vertex fails',
    'start_sgftrace': 'may be given again: it begins anew',
    'test_eyeshape': 'leaves the board as it is',
    'top_moves': 'ten moves',
    'top_moves_black': 'ten moves',
    'top_moves_white': 'ten moves',
}
"""Commands with the same arguments and purpose, and their difference."""

WITHOUT_SENSE = {
    'reset_life_node_counter': 'answers, and does nothing: nothing is counted',
    'tune_move_ordering': 'fails: the order of moves in readings was learned from counts and has no such numbers',
}
"""Commands without an object here; they are known so that scripts do not break off."""


def document() -> str:
    """Return the differences as Markdown."""
    rows, senseless = ([f'- `{name}`: {how}' for name, how in sorted(found.items())] for found in (DIFFERENT, WITHOUT_SENSE))
    same, known = len(AS_THERE), len(AS_THERE) + len(rows) + len(senseless)
    return f"""# GNU Go's GTP commands

Of GNU Go 3.8's {known} commands {same} take the same arguments here and answer in the same form. Moves, values and verdicts are
OwlGo's own. Made by `python -m owlgo.gtp.gnugo > docs/gnugo-commands.md`.

## With a difference

""" + '\n'.join(rows) + """

## Without an object here

""" + '\n'.join(senseless) + '\n'


if __name__ == '__main__':
    sys.stdout.write(document())
