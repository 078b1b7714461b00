"""Sample sheets: every kind of ground, a hill, and a battle with every badge."""

from __future__ import annotations

from roundtop.battle.scenario import AREAS, LINES, ROADS
from roundtop.battle.scene import Badge, Marker, Overlay, Part, Piece, Scene
from roundtop.table.ground import Area, Crossing, Ground, Height, Line, Road
from roundtop.table.pose import Pose, to_world

BADGES = (
    Badge("chit", "Fast advance", "infantry-action.orders.chit-list", "FA"),
    Badge("face-down", "Order hidden", "infantry-action.orders.one-chit"),
    Badge("rout", "Routing", "infantry-action.rout.move"),
    Badge("disorder", "Disordered", "charge-boys.morale.disorder"),
    Badge("pinned", "Pinned", "infantry-action.charge.pinned"),
    Badge("smoke", "Has fired", "order-cards.fire.smoke"),
    Badge("fatigue", "Fatigue 4", "chamberlain.fatigue.levels", "", 4),
    Badge("tag", "Advance firing", "order-cards.cards.deck", "8″ 20%"),
    Badge("low-ammunition", "Low on ammunition", "chamberlain.fire.ammunition"),
    Badge("head-down", "Head down", "order-cards.morale.head-down"),
    Badge("hit", "3 hits", "infantry-action.charge.hits", "", 3),
    Badge("done", "Has acted", "infantry-action.turn.movement-step"),
    Badge("hidden", "Concealed", "chamberlain.concealment"),
)


def box(x: float, y: float, w: float, d: float) -> tuple[tuple[float, float], ...]:
    return ((x, y), (x + w, y), (x + w, y + d), (x, y + d))


def blob(x: float, y: float, w: float, d: float) -> tuple[tuple[float, float], ...]:
    shape = (
        (0.1, 0.05),
        (0.5, 0.0),
        (0.95, 0.12),
        (1.0, 0.6),
        (0.8, 0.95),
        (0.4, 1.0),
        (0.05, 0.8),
        (0.0, 0.4),
    )
    return tuple((x + w * a, y + d * b) for a, b in shape)


def kinds() -> Ground:
    """Every kind of area, line, road and crossing on one sheet."""
    areas = [
        Area(
            kind,
            (box if kind in ("corn", "crops", "ploughed", "orchard", "building", "town") else blob)(
                2 + index % 7 * 10, 34 - index // 7 * 12, 8.5, 9
            ),
        )
        for index, kind in enumerate(AREAS)
    ]
    lines = [
        Line(kind, ((3 + index % 2 * 30, y), (14 + index % 2 * 30, y + 0.8), (27 + index % 2 * 30, y - 0.4)))
        for index, kind in enumerate(LINES)
        for y in [19.5 - index // 2 * 2.4]
    ]
    roads = [
        Road(kind, ((62, 20 - index * 1.6), (66, 19 - index * 1.6), (71, 19.7 - index * 1.6)), 0.3)
        for index, kind in enumerate(ROADS)
    ]
    river = Line("river", ((61, 2), (64, 5), (68, 8), (72, 8.6)))
    creek = Line("creek", ((61, 9), (65, 11), (72, 11.5)))
    crossings = (Crossing("bridge", 66, 6.5, 0.8), Crossing("ford", 65, 11, 1.2))
    return Ground(72, 46, tuple(areas), (*lines, river, creek), tuple(roads), (), crossings)


def hills() -> Ground:
    """Two hills under woods, a creek, a road with a bridge, walls and fields."""
    heights = (
        Height(1, ((2, 4), (12, 2), (22, 5), (26, 14), (25, 26), (18, 33), (9, 31), (3, 22), (1, 12))),
        Height(2, ((5, 7), (12, 5), (19, 8), (22, 15), (20, 23), (14, 27), (8, 24), (5, 16))),
        Height(3, ((8, 10), (13, 9), (17, 12), (18, 17), (15, 21), (10, 20), (8, 15))),
        Height(4, ((10.5, 12), (13, 11.5), (15, 14), (14.5, 17.5), (12, 18), (10.5, 15.5))),
        Height(1, ((48, 28), (58, 25), (68, 29), (70, 38), (62, 44), (52, 42), (46, 36))),
        Height(2, ((52, 31), (58, 29), (64, 32), (65, 37), (60, 40), (54, 38))),
    )
    areas = (
        Area("woods", ((3, 8), (9, 4), (16, 6), (17, 14), (14, 22), (8, 26), (3, 20))),
        Area("open-woods", ((48, 30), (56, 27), (62, 31), (58, 38), (50, 38))),
        Area("corn", box(36, 4, 10, 8)),
        Area("ploughed", ((50, 5), (62, 7), (61, 15), (49, 13))),
        Area("orchard", box(30, 32, 7, 6)),
        Area("rough", blob(18, 16, 8, 9)),
        Area("marsh", blob(28, 21, 9, 5)),
        Area("building", box(39, 33, 1.2, 0.9)),
        Area("building", box(41.2, 34, 1.5, 1.5)),
        Area("pond", blob(62, 17, 6, 4)),
    )
    lines = (
        Line("creek", ((30, 46), (29, 36), (32, 26), (30, 18), (33, 10), (31, 0))),
        Line("stream", ((72, 22), (60, 22), (48, 23), (40, 21), (32, 24))),
        Line("wall", ((44, 18), (54, 17), (64, 15.5))),
        Line("fence", ((36, 12.6), (46.6, 12.6), (46.6, 3.4), (36, 3.4))),
        Line("crest", ((11, 13), (13, 15.5), (13.5, 17))),
        Line("breastwork", ((21, 9), (23.5, 14), (23, 20))),
    )
    roads = (
        Road("pike", ((0, 40), (14, 38), (31, 30), (46, 25), (72, 12)), 0.5),
        Road("lane", ((38, 28), (40, 36), (42, 46)), 0.3),
    )
    return Ground(
        72,
        46,
        areas,
        lines,
        roads,
        heights,
        (Crossing("bridge", 31.1, 29.9, 1), Crossing("ford", 32, 12, 1.5)),
    )


def line_of(
    id: str,
    name: str,
    side: str,
    pose: Pose,
    stands: int,
    glyph: str = "infantry",
    lost: int = 0,
    badges: tuple[Badge, ...] = (),
    group: str = "",
) -> Piece:
    """A unit in line: stands an inch square side by side."""

    def stand(n: int) -> Part:
        x, y = to_world(pose, n - 0.5 * (stands - 1), 0.0)
        return Part(Pose(x, y, pose.facing), 1.0, 1.0, glyph)

    parts = tuple(stand(n) for n in range(stands - lost))
    ghosts = tuple(stand(n) for n in range(stands - lost, stands))
    return Piece(id, side, name, group, glyph, pose, float(stands), 1.0, parts, ghosts, badges, ())


def officer(id: str, name: str, side: str, x: float, y: float, facing: int, stars: int) -> Piece:
    pose = Pose(x, y, facing)
    part = Part(pose, 1.2, 1.2, "officer")
    return Piece(id, side, name, "", "officer", pose, 1.2, 1.2, (part,), (), (), (), stars)


def battle() -> Scene:
    """Two brigades at close quarters, with batteries, officers and every badge."""
    b = BADGES
    pieces = (
        line_of("u1", "20th Maine", "union", Pose(20, 12, 12000), 8, badges=(b[0], b[5]), lost=2, group="Vincent"),
        line_of("u2", "83rd Pennsylvania", "union", Pose(24.3, 19, 9000), 10, badges=(b[1],), group="Vincent"),
        line_of("u3", "44th New York", "union", Pose(23.5, 29, 8000), 9, badges=(b[4], b[9]), group="Vincent"),
        line_of("u4", "16th Michigan", "union", Pose(19, 38, 4500), 7, badges=(b[3],), group="Vincent"),
        line_of("u5", "140th New York", "union", Pose(12, 30, 4500), 10, badges=(b[10],), group="Weed"),
        line_of("ub", "Hazlett’s Battery D, 5th U.S.", "union", Pose(13, 15, 9000), 3, "artillery", group="Weed"),
        line_of("uc", "1st Maine Cavalry", "union", Pose(8, 42, 9000), 5, "cavalry", group="Gregg"),
        line_of("c1", "15th Alabama", "confederate", Pose(31, 8, 29500), 10, badges=(b[0], b[6]), group="Law"),
        line_of("c2", "47th Alabama", "confederate", Pose(33, 16.5, 27000), 8, lost=3, badges=(b[2],), group="Law"),
        line_of("c3", "4th Alabama", "confederate", Pose(32.5, 25, 27000), 9, badges=(b[5], b[8]), group="Law"),
        line_of("c4", "5th Texas", "confederate", Pose(33, 33.5, 26000), 8, badges=(b[1], b[7]), group="Robertson"),
        line_of("c5", "4th Texas", "confederate", Pose(33, 41, 24500), 8, badges=(b[3], b[1]), group="Robertson"),
        line_of("c6", "48th Alabama", "confederate", Pose(44, 30, 27000), 10, badges=(b[11],), group="Law"),
        line_of("cb", "Reilly’s Rowan Artillery", "confederate", Pose(56, 34, 26000), 4, "artillery", group="Law"),
        line_of("cc", "Hart’s Legion & Co. <C>", "confederate", Pose(60, 12, 27000), 6, "cavalry", group="Law"),
        officer("uo", "Col. Vincent", "union", 18, 22, 9000, 0),
        officer("ug", "Gen. Warren", "union", 12, 20, 9000, 1),
        officer("co", "Gen. Law", "confederate", 39, 22, 27000, 1),
        officer("cg", "Gen. Hood", "confederate", 48, 20, 27000, 2),
    )
    markers = (
        Marker("objective", "union", 12.8, 16.9, "Little Round Top", "infantry-action.victory"),
        Marker("objective", "confederate", 58, 33, "Devil’s Den", "infantry-action.victory"),
        Marker("objective", "", 41.5, 36, "Slyder farm", "infantry-action.victory"),
        Marker("domino", "union", 26.2, 25, "5-2", "infantry-action.combat.domino", (5, 2)),
        Marker("domino-back", "confederate", 36, 28, "face down", "infantry-action.combat.domino"),
        Marker("hit", "union", 29, 21, "A hit", "infantry-action.fire.hit"),
    )
    x, y = 44.0, 30.0
    fan = tuple(to_world(Pose(x, y, 27000 + turn), 0, 12) for turn in range(-4500, 4501, 900))
    ring = tuple(to_world(Pose(12, 20, turn), 0, 6) for turn in range(0, 36000, 1500))
    overlays = (
        Overlay("zone", "confederate", "Deployment of Law", box(52, 2, 18, 40), "infantry-action.setup.deploy"),
        Overlay("arc", "confederate", "Arc of fire", ((x, y), *fan), "infantry-action.fire.arc"),
        Overlay("radius", "union", "Command, 6 inches", ring, "infantry-action.command"),
        Overlay("line", "union", "Line of sight", ((13, 15), (56, 34)), "infantry-action.sight"),
    )
    return Scene("Little Round Top", "Turn 3, shooting", "inch", 20.0, hills(), pieces, markers, overlays)


def every_badge() -> Scene:
    """One unit of each arm for each badge, far apart, on flat ground."""
    pieces = []
    for index, badge in enumerate(BADGES):
        side = ("union", "confederate")[index % 2]
        pose = Pose(5 + index % 4 * 10, 4 + index // 4 * 6, (0, 9000, 18000, 31500)[index % 4])
        glyph = ("infantry", "artillery", "cavalry", "wagon")[index // 4]
        pieces.append(line_of(f"p{index}", badge.text, side, pose, 4, glyph, 1, (badge,)))
    for index, side in enumerate(("union", "confederate")):
        for n in range(5):
            pose = Pose(42 + n, 4 + 3 * index, 4500 * n)
            pieces.append(
                Piece(
                    f"f{side}{n}",
                    side,
                    "",
                    "",
                    "figure",
                    pose,
                    0.8,
                    0.8,
                    (Part(pose, 0.8, 0.8, "figure"),),
                    (),
                    (),
                    (),
                )
            )
    for index, rank in enumerate(("colonel", "brigadier-general", "major-general", "lieutenant-general", "general")):
        side = "union" if index % 2 else "confederate"
        pieces.append(officer(f"o{index}", rank, side, 44, 10 + 2 * index, 9000 * index, index))
    return Scene("Every badge", "Turn 1, orders", "inch", 20.0, Ground(50, 22), tuple(pieces), (), ())


def scene_of(ground: Ground, title: str = "The ground") -> Scene:
    return Scene(title, "Before the battle", "inch", 20.0, ground, (), (), ())


def crowd() -> Scene:
    """More units than names have room for."""
    pieces = tuple(
        line_of(
            f"{side}{n}",
            f"{n}th Regiment",
            side,
            Pose(8 + n % 7 * 9, base + n // 7 * 3 * sign, facing),
            6,
            group=f"Brigade {n // 7 + 1}",
        )
        for side, base, sign, facing in (("union", 20, -1, 0), ("confederate", 27, 1, 18000))
        for n in range(21)
    )
    return Scene("Many regiments", "Turn 1, orders", "inch", 20.0, hills(), pieces, (), ())


def skirmish() -> Scene:
    """Single figures in centimetres."""
    names = ("Cpl. Hayes", "Pvt. O’Neil", "Pvt. Dodd", "Sgt. Pratt", "Pvt. Lyle", "Pvt. Moss")
    pieces = tuple(
        Piece(
            f"{side}{n}",
            side,
            name,
            side,
            "figure",
            pose,
            2.5,
            2.5,
            (Part(pose, 2.5, 2.5, "figure"),),
            (),
            (),
            (),
        )
        for side, x, facing in (("union", 40.0, 9000), ("confederate", 78.0, 27000))
        for n, name in enumerate(names)
        for pose in [Pose(x + n % 2 * 4, 15 + 8.0 * n, facing + 700 * n)]
    )
    ground = Ground(120, 80, (Area("woods", blob(5, 40, 40, 35)),), (Line("fence", ((60, 5), (58, 70))),))
    return Scene("A picket post", "Turn 2, actions", "cm", 1.0, ground, pieces, (), ())
