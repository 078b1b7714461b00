"""What men are called whom the scenario does not name: surnames of the period, by side and place on the roll."""

from __future__ import annotations

from typing import Final

from roundtop.battle.scenario import Scenario

NORTH: Final = (
    "Tuttle Brandt Mulvaney Sprague Kessler Doane Pruitt Bixby Corrigan Wadleigh Stroud Fenn Oberly Peabody Lathrop"
    " Quimby Gantz Sheehan Merritt Crowell Zeller Barstow Nye Dugan Farnham Ritter Plimpton Lovejoy Vrooman Keegan"
    " Thorne Wescott Yost Babbitt Conklin Grady Haskell Schramm Pettengill Rooney Dyer Macomber Eberle Swett Tierney"
    " Alden Burdick Voss Cobb Hennessy Frisbie Snell Kimball Roth Whitcomb Duffy Larrabee Bauer Penniman Stark"
    " Crandall Noonan Hathaway Dietz Marble Finnegan Wolcott Pratt Keller Gilman Flagg Brophy Adair Chase Leach"
    " Muller Tilden Nason Hurd Beckett Riordan Palfrey Jewett Klein Waite Osgood Carmody Dunham Heck Trask Lyman"
    " Boyle Perley Wirth Hoyt Gleason Cutler Shaw Kern Averill Dolan Mead Purdy Rausch Wendell Hale Egan Norcross"
    " Thayer"
)
SOUTH: Final = (
    "Calloway Tolliver Beasley Rainey Puckett Ledbetter Yancey Hargrove McAdoo Treadwell Boone Lassiter Fontaine Odom"
    " Broussard Culpepper Dabney Maddox Strother Whitfield Renfroe Purcell Blount Landry Hatcher Swain Mosby Crenshaw"
    " Tarleton Ivey Poindexter Kirkland Vance Bledsoe Rucker Godwin Faulk Lanier Stovall Hardaway Mabry Thibodeaux"
    " Ashby Burwell Duke Carlisle Sandifer Hightower Nunnally Rhett Tatum Fitzhugh Gentry Harlan Latham Overby Pryor"
    " Shelton Upchurch Wynn Barksdale Dupree Goolsby Holcombe Ingram Jernigan Kincaid Lovelace Mayhew Nesbitt"
    " Ragsdale Sayre Winfree Bagby Chisholm Dandridge Ellery Forney Gresham Hairston Isbell Jeter Keene Leake Minter"
    " Northcutt Outlaw Parrish Spruill Trimble Venable Womack Yarbrough Boyd Dozier Embry Fouche Grigsby Hundley"
    " Jarrell Kyle Ligon Motley Noland Pogue Redd"
)
INITIALS: Final = "ABCDEFGHJLMNRSTW"
ROLLS: Final = {"union": NORTH, "confederate": SOUTH}


def private(scenario: Scenario, side: str, place: int) -> str:
    """`Pvt. Tuttle`: a man by his place on his side's roll: no other of the side has it.

    Each battle begins the roll elsewhere; who is named by the scenario is passed over.
    """
    roll = ROLLS.get(side, NORTH).split()
    named = {one.name.split()[-1] for one in scenario.commanders if one.side == side and one.name.strip()}
    free = [one for one in roll if one not in named]
    first = sum([ord(letter) for letter in scenario.id]) % len(free)
    again, at = divmod(place, len(free))
    surname = free[(first + at) % len(free)]
    return f"Pvt. {INITIALS[(again - 1) % len(INITIALS)]}. {surname}" if again else f"Pvt. {surname}"


def sergeant(name: str) -> str:
    """What a private is called who leads a group."""
    return name.replace("Pvt.", "Sgt.", 1)
