"""What GoGui offers in its Analyze menu.  An engine's own list replaces GoGui's, so GNU Go's commands are named here too."""
from gtp.registry import command
from gtp.session import Session

ANALYZE = (
    ('string', 'Attack string', 'attack %p'), ('string', 'Defend string', 'defend %p'), ('string', 'Ladder', 'ladder_attack %p'),
    ('string', 'Connect', 'connect %P'), ('string', 'Disconnect', 'disconnect %P'),
    ('string', 'Attack dragon', 'owl_attack %p'), ('string', 'Defend dragon', 'owl_defend %p'),
    ('string', 'Prove attack', 'owlgo-solve attack %p'), ('string', 'Prove defence', 'owlgo-solve defend %p'),
    ('string', 'Eye value', 'eval_eye %p'), ('hstring', 'Eye data', 'eye_data %c %p'), ('hstring', 'Half eye data', 'half_eye_data %p'),
    ('hstring', 'Static status', 'owlgo-static_status %p'), ('sboard', 'Static eyes', 'owlgo-static_eyes'),
    ('string', 'Unconditional status', 'unconditional_status %p'), ('string', 'Combination attack', 'combination_attack %c'),
    ('plist', 'Legal moves', 'all_legal %c'), ('hstring', 'Matching patterns', 'pattern_match %s %c'),
)
"""Type, label and command of each entry; %p is a point that the user chooses, %P several, %c a colour, %s text."""


@command('gogui-analyze_commands', cheap=True)
def analyze_commands(session: Session, args: list[str]) -> str:
    """Arguments: none.  Answer: a line ``type/label/command`` for each analysis, as GoGui reads them.

    Fails: never.
    """
    return '\n'.join('/'.join(entry) for entry in ANALYZE)


@command('gogui-interrupt', cheap=True)
def gogui_interrupt(session: Session, args: list[str]) -> str:
    """Arguments: none.  Answer: nothing; that it is known says that the line "# interrupt" stops a long proof, which then is "unknown".

    Fails: never.
    """
    return ''
