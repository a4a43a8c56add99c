"""What a process holds in memory, where the system tells (Linux)."""
from pathlib import Path

KNOWN = Path('/proc/self/status').exists()
"""Whether this system tells."""


def resident(pid: int | str = 'self') -> int:
    """Kilobytes that a process holds in memory (VmRSS)."""
    words = next(line for line in Path(f'/proc/{pid}/status').read_text().splitlines() if line.startswith('VmRSS:')).split()
    return int(words[1])
