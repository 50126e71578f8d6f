import type { components } from './api-types'

type Shapes = components['schemas']
export type TableView = Shapes['TableView']
export type Table = Shapes['Table']
export type Running = Shapes['Running']
export type Position = Shapes['Position']
export type Amounts = Shapes['Amounts']
export type Room = Shapes['Room']
export type Turn = Shapes['Turn']
export type RowCard = Shapes['RowCard']
export type Seat = Shapes['Seat']
export type Step = Shapes['Step']
export type GameEvent = Shapes['Event']
export type LegalMove = Shapes['LegalMove']
export type Unavailable = Shapes['Unavailable']
export type Preview = Shapes['Preview']
export type Month = Shapes['Month']
export type ScoreSheet = Shapes['ScoreSheet']
export type You = Shapes['You']
export type Components = Shapes['ComponentsShape']
export type Character = Shapes['CharacterShape']
export type Building = Shapes['BuildingShape']
export type Good = Shapes['GoodShape']
export type Shop = Shapes['ShopShape']
export type Clock = Shapes['Clock']
export type Lobby = Shapes['Lobby']
export type LobbyTable = Shapes['LobbyTable']
export type LobbySeat = Shapes['LobbySeat']
export type Picture = Shapes['Picture']
export type Result = Shapes['Result']
export type NewTable = Shapes['NewTable']
export type Guest = Shapes['Guest']
export type Hint = Shapes['Hint']
export type HintMove = Shapes['HintMove']
export type Review = Shapes['Review']
export type ReviewDecision = Shapes['ReviewDecision']
export type Reviewing = Shapes['Reviewing']
export type PlayerPage = Shapes['PlayerPage']
export type Problem = Shapes['Problem']
export type Bundle = Record<string, number>

/** The messages of the live channel. */
export type LiveMessage =
  | { type: 'view'; version: number; view: TableView; steps?: Step[]; resync?: boolean }
  | { type: 'presence'; connected: number[]; spectators?: number; hand_over?: You['hand_over']; now?: number }
  | { type: 'gone'; reason: 'shutdown' | 'too_many'; retry?: number | null }
  | { type: 'pong' }
