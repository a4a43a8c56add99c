"""``python -m regress.strength``: the strength bench."""
import sys

from regress.strength.runner import main

sys.exit(main())
