"""What every server reads when it starts, read once in the process that the servers of the tests are forked from."""

from __future__ import annotations

from roundtop.battles.shelf import ids
from roundtop.server import pages
from roundtop.server.books import all_forms
from roundtop.server.hall import on_shelf

for _id in ids():
    on_shelf(_id)
all_forms()
pages.shelf()
