"""``python -m regress``: run regression suites."""
import sys

from regress.runner import main

sys.exit(main())
