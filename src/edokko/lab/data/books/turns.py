"""The tables of turns and deals."""

from __future__ import annotations

from edokko.components.ids import BUILDING_IDS, CARD_IDS, GOOD_IDS, IKIZAMA_IDS
from edokko.lab.data.replay import EventNumbers, ReplayState, TurnBook
from edokko.rules.events import BY_BUILD, BY_MOVE, BY_TRAINING
from edokko.rules.moves import FIRST_SHOP, FIRST_WORK, INCOME, ROOM_IDS, WORDS, good_kind
from edokko.rules.phases import INCOME_OR_HIRE
from edokko.rules.state import BUNDLE, FIRST_BUILDING, IKI, PIPE, SANDALS

SUPPLY = IKI
"""mon, rice, sandals, wood and koban are the resources before IKI."""


def _option(words: str) -> str:
    """Return the option of a shop's deal: its words without what was chosen."""
    _, first, *rest = words.split()
    if first == "pipe" and "pouch" in rest:
        return "pipe pouch"
    return first if first in ("pipe", "pouch", "fish", "build") else " ".join((first, *rest))


OPTIONS = {number: _option(WORDS[number]) for number in range(FIRST_SHOP, FIRST_WORK)}
"""The option of each move that makes a deal with a shop."""


class Turns(TurnBook):
    """Collects turns and deals."""

    tables = ("turns", "deals")

    def start(self, scene: ReplayState) -> None:
        self._choices: dict[int, int] = {}
        self._action: str | None = None
        self._is_open = False

    def before(self, scene: ReplayState, move: int) -> None:
        if scene.state.phase == INCOME_OR_HIRE:
            self._action = "income" if move == INCOME else "hire"
        else:
            super().before(scene, move)

    # --- turns

    def on_month_began(self, scene: ReplayState, event: EventNumbers) -> None:
        self._choices.clear()

    def on_slot_taken(self, scene: ReplayState, event: EventNumbers) -> None:
        self._choices[event[1]] = len(self._choices)

    def on_turn_began(self, scene: ReplayState, event: EventNumbers) -> None:
        _, seat, slot, *_ = event
        self._slot = IKIZAMA_IDS[slot] if slot >= 0 else None
        self._action = None
        self._from: int | None = None
        self._to = self._squares = self._sandals = self._laps = self._deals = 0
        self._iki = scene.state.resources[seat][IKI]

    def on_moved(self, scene: ReplayState, event: EventNumbers) -> None:
        _, _, self._to, _, squares, _, start = event
        self._from = start if self._from is None else self._from
        self._squares += squares

    def on_lapped(self, scene: ReplayState, event: EventNumbers) -> None:
        self._laps += 1

    def close_turn(self, scene: ReplayState) -> None:
        seat, choice = scene.seat, self._choices.get(scene.seat)
        iki = scene.state.resources[seat][IKI] - self._iki
        move = (self._from, self._to, self._squares, self._sandals, self._laps)
        turn = (scene.game, scene.month, scene.turn, seat, self._slot, choice, self._action)
        self.rows["turns"].append((*turn, *move, self._deals, iki))

    # --- deals

    def open_deal(self, scene: ReplayState, move: int) -> None:
        self._is_open = True
        self._option: str | None = OPTIONS.get(move)
        self._worker: tuple[str, str, int | None] | tuple[None, None, None] = (None, None, None)
        if self._option is None:
            room = move - FIRST_WORK
            owner = scene.state.room_owner[room]
            self._worker = (CARD_IDS[scene.state.room_card[room]], ROOM_IDS[room], owner if owner >= 0 else None)
        self._good: str | None = None
        self._building: str | None = None
        self._trainee: str | None = None
        self._paid, self._gains = [0] * SUPPLY, [0] * BUNDLE
        self._others = 0

    def on_gained(self, scene: ReplayState, event: EventNumbers) -> None:
        _, seat, resource, _, amount, reason, _ = event
        if reason == BY_MOVE and resource == SANDALS:
            self._sandals -= amount
        elif not self._is_open:
            return
        elif seat != scene.seat:
            self._others += amount
        elif amount < 0 and resource < SUPPLY:
            self._paid[resource] -= amount
        else:
            self._gains[resource] += amount

    def on_good_bought(self, scene: ReplayState, event: EventNumbers) -> None:
        good = event[2]
        if self._good is None or good_kind(good) == PIPE:
            self._good = GOOD_IDS[good]

    def on_placed(self, scene: ReplayState, event: EventNumbers) -> None:
        if event[5] == BY_BUILD:
            self._building = BUILDING_IDS[event[2] - FIRST_BUILDING]

    def on_xp_gained(self, scene: ReplayState, event: EventNumbers) -> None:
        if event[5] == BY_TRAINING:
            self._trainee = CARD_IDS[event[2]]

    def close_deal(self, scene: ReplayState) -> None:
        if not self._is_open:
            return
        self._is_open = False
        deal = (scene.game, scene.month, scene.turn, self._deals, scene.seat, scene.state.square[scene.seat])
        got = (self._good, self._building, self._trainee)
        row = (*deal, self._option, *self._worker, *got, *self._paid, *self._gains, self._others)
        self.rows["deals"].append(row)
        self._deals += 1
