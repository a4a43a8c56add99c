"""KaTrain's own game, analysis and engine client without its window: ``python katrain_client.py EXECUTABLE SIZE MOVES VISITS``.

Plays a game by KaTrain's default AI, then analyses it anew as KaTrain does with a record that it loads, ponders, stops, and looks for
alternatives.  Prints one JSON object.  Kivy, which draws the window, is replaced by two empty classes.
"""
import json
import sys
import time
import types
from typing import Any

kivy: dict[str, Any] = {name: types.ModuleType(name) for name in ('kivy', 'kivy.utils', 'kivy._event')}
kivy['kivy.utils'].platform, kivy['kivy._event'].Observable = 'linux', object
sys.modules.update(kivy)

from katrain.core.ai import game_report, generate_ai_move  # noqa: E402
from katrain.core.constants import AI_DEFAULT, AI_PICK, OUTPUT_ERROR, OUTPUT_KATAGO_STDERR  # noqa: E402
from katrain.core.engine import KataGoEngine  # noqa: E402
from katrain.core.game import Game, KaTrainSGF  # noqa: E402

THRESHOLDS = [12, 6, 3, 1.5, 0.5, 0]


class KaTrain:
    """What the game and the engine need of the program around them."""

    def __init__(self, size):
        self.settings = {'game/size': size, 'game/komi': 6.5, 'game/rules': 'japanese', 'game/handicap': 0, 'trainer': {}}
        self.errors, self.stderr, self.popups = [], [], []
        self.controls = types.SimpleNamespace(set_status=lambda *args, **how: None)
        self.pondering = False
        self.players_info = {side: types.SimpleNamespace(human=False, player_type='', name='', sgf_rank='') for side in 'BW'}

    def config(self, name, default=None):
        return self.settings.get(name, default)

    def log(self, message, level=0):
        if level == OUTPUT_ERROR:
            self.errors.append(str(message))
        if level == OUTPUT_KATAGO_STDERR:
            self.stderr.append(str(message))

    def __call__(self, *what):
        self.popups.append([str(word) for word in what])


def wait(finished, seconds=600):
    """Wait until something is so; return whether it came to be."""
    until = time.monotonic() + seconds
    while not finished() and time.monotonic() < until:
        time.sleep(0.01)
    return bool(finished())


def main(executable, size, moves, visits):
    katrain = KaTrain(size)
    engine = KataGoEngine(katrain, {
        'backend': 'local', 'katago': executable, 'model': 'katrain/models/none.bin.gz', 'config': 'katrain/KataGo/analysis_config.cfg',
        'max_visits': visits, 'fast_visits': 25, 'max_time': 8.0, 'wide_root_noise': 0.04, '_enable_ownership': True})
    told = {}

    game = Game(katrain, engine)
    for number in range(moves):
        generate_ai_move(game, AI_DEFAULT if number else AI_PICK, {'pick_override': 1.0, 'pick_n': 5, 'pick_frac': 0.3})
    told['settled'] = wait(lambda: game.current_node.analysis_complete)
    nodes = game.current_node.nodes_from_root
    told['moves'] = [node.move.gtp() for node in nodes[1:]]
    told['complete'] = sum(node.analysis_complete for node in nodes)
    told['ownership'] = sorted({len(node.ownership) for node in nodes})
    told['policy'] = sorted({len(node.policy) for node in nodes})
    told['score'] = game.current_node.score

    record = KaTrainSGF.parse_sgf(game.root.sgf())
    again = Game(katrain, engine, move_tree=record, analyze_fast=True)
    line = list(record.nodes_in_tree)
    told['analysed'] = wait(lambda: all(node.analysis_complete for node in line)) and len(line)
    told['points_lost'] = sum(node.points_lost is not None for node in line)
    again.redo(999)
    told['report'] = sorted(game_report(again, THRESHOLDS)[0]['B'])
    told['comment'] = line[-1].comment(sgf=True)

    node = line[moves // 2]
    node.clear_analysis()
    node.analyze(engine, ponder=True, time_limit=False)
    told['pondered'] = wait(lambda: node.root_visits > visits)
    engine.stop_pondering()
    told['stopped'] = wait(lambda: engine.is_idle(), 10)
    known = set(node.analysis['moves'])
    node.analyze(engine, find_alternatives=True, visits=visits)
    told['alternatives'] = wait(engine.is_idle) and len(set(node.analysis['moves']) - known)
    engine.shutdown(finish=True)
    told.update(errors=katrain.errors, popups=katrain.popups, stderr=katrain.stderr[:5])
    print(json.dumps(told))


main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
