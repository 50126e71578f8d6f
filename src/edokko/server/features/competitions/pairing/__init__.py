"""Who sits at which table, and in which seat: the pairing of events and the rotation of series, as pure functions.

Libraries for tournaments pair two players (pypair, swisspair, py4swiss, cardarena-tournament-core, caissify-pairings),
so the search for tables of three and four is our own. Players are numbers, from 0 without gaps.
"""
