"""Board checks: recompute everything kept incrementally from the stones alone, and compare."""
import numpy as np

from owlgo.engine.core.points import BLACK, BORDER, EMPTY, NEIGHBOURS, WHITE, all_points, vertex
from owlgo.engine.core.zobrist import py_stone_key


def flood_string(b: np.void, pos: int) -> tuple[set[int], set[int]]:
    """Stones and liberties of the string at pos, found by flood fill."""
    color = b['color'][pos]
    stones, liberties, queue = {pos}, set(), [pos]
    while queue:
        stone = queue.pop()
        for step in NEIGHBOURS:
            q = stone + step
            if b['color'][q] == color and q not in stones:
                stones.add(q)
                queue.append(q)
            elif b['color'][q] == EMPTY:
                liberties.add(q)
    return stones, liberties


def problems(b: np.void) -> list[str]:
    """Return a sentence for each inconsistency of the record; none for a sound board."""
    size = int(b['size'])
    found = []
    points = set(all_points(size))
    for pos in range(len(b['color'])):
        if pos not in points and b['color'][pos] != BORDER:
            found.append(f'border point {pos} is no border')
    expected_hash = 0
    seen: set[int] = set()
    for pos in sorted(points):
        color = int(b['color'][pos])
        name = vertex(pos, size)
        if color not in (EMPTY, BLACK, WHITE):
            found.append(f'{name} has colour {color}')
        if color in (BLACK, WHITE):
            expected_hash ^= int(py_stone_key(color, pos))
        if color not in (BLACK, WHITE) or pos in seen:
            continue
        stones, liberties = flood_string(b, pos)
        seen |= stones
        origins = {int(b['origin'][s]) for s in stones}
        if len(origins) != 1 or not origins <= stones:
            found.append(f'the string at {name} has origins {sorted(origins)}')
            continue
        origin = origins.pop()
        if b['count'][origin] != len(stones):
            found.append(f"the string at {name} has {len(stones)} stones, not {b['count'][origin]}")
        if b['libs'][origin] != len(liberties):
            found.append(f"the string at {name} has {len(liberties)} liberties, not {b['libs'][origin]}")
        ring, stone = [origin], int(b['next'][origin])
        while stone != origin and len(ring) <= len(stones):
            ring.append(stone)
            stone = int(b['next'][stone])
        if sorted(ring) != sorted(stones):
            found.append(f'the ring of the string at {name} is {ring}')
    if int(b['hash']) != expected_hash:
        found.append('the hash is not that of the stones')
    if b['ko'] and b['color'][b['ko']] != EMPTY:
        found.append('the ko point is not empty')
    return found
