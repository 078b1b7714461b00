"""A sheet as a page to print: one file, no picture and no script."""

from __future__ import annotations

from html import escape
from typing import Final

from roundtop.battle.paper import Block, Sheet

STYLE: Final = """
@page{size:A4;margin:12mm}
body{font:14px/1.35 Georgia,serif;max-width:60rem;margin:1.5rem auto;padding:0 1rem;color:#2b2620;background:#f4ecd8}
h1{font-weight:normal;margin:0}header{border-bottom:3px double #2b2620;margin-bottom:1rem}
header p{margin:.1rem 0 .5rem;font-style:italic}
main{columns:20rem;column-gap:2rem}main.wide{columns:1}
section{break-inside:avoid;margin:0 0 1rem}h2{font-size:1.1rem;font-weight:normal;font-variant:small-caps;
margin:0 0 .2rem;border-bottom:1px solid #8a7f6a}
table{border-collapse:collapse;width:100%}td,th{padding:.1rem .6rem .1rem 0;text-align:left;vertical-align:top;
border-bottom:1px dotted #b9a989}th{font-weight:normal;font-style:italic}
.boxes{letter-spacing:.15em;white-space:nowrap}footer{font-size:11px;color:#5a5044;margin-top:.1rem}
@media print{body{background:none;margin:0;padding:0;max-width:none}}
"""
BOX: Final = "\N{BALLOT BOX}"
WIDE: Final = 5


def page(sheet: Sheet) -> str:
    """The sheet as HTML."""
    title = escape(sheet.title)
    wide = max([len(block.heads) for block in sheet.blocks], default=0) >= WIDE
    return "".join(
        [
            f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>',
            '<meta name="viewport" content="width=device-width,initial-scale=1">',
            f"<style>{STYLE}</style></head><body><header><h1>{title}</h1><p>{escape(sheet.subtitle)}</p></header>",
            f"<main{' class=wide' if wide else ''}>",
            *[_block(block) for block in sheet.blocks],
            "</main></body></html>\n",
        ]
    )


def _block(block: Block) -> str:
    heads = "".join([f'<th scope="col">{escape(head)}</th>' for head in block.heads])
    if heads and block.boxes:
        heads += '<th scope="col">Strength</th>'
    head = f"<thead><tr>{heads}</tr></thead>" if heads else ""
    rows = "".join([_row(block, number) for number in range(len(block.rows))])
    named = dict.fromkeys([_short(one) for one in block.clauses])
    clauses = f"<footer>{escape(', '.join(named))}</footer>" if named else ""
    return f"<section><h2>{escape(block.title)}</h2><table>{head}<tbody>{rows}</tbody></table>{clauses}</section>"


def _row(block: Block, number: int) -> str:
    cells = "".join([f"<td>{escape(cell)}</td>" for cell in block.rows[number]])
    boxes = f'<td class="boxes">{BOX * block.boxes[number]}</td>' if block.boxes else ""
    return f"<tr>{cells}{boxes}</tr>"


def _short(clause: str) -> str:
    return clause.partition(".")[2].replace(".", ": ").replace("-", " ")
