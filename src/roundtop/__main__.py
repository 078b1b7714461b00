"""`python -m roundtop`."""

import sys

if __name__ == "__main__":
    from roundtop.cli import main

    sys.exit(main())
