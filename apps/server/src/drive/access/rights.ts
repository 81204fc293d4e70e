import type { Right, Role } from '@awan/protocol/drive'

/** Rights as bits. Two of them hold only for what the caller added. */
export type RightSet = number

export const NO_RIGHTS: RightSet = 0

const VIEW = 1
const ADD = 2
const EDIT = 4
const SHARE = 8
const OWN = 16
const VIEW_ADDED = 32
const EDIT_ADDED = 64
/** The caller sees nothing above this node. */
const TOP = 128
/** Nothing that depends on the content is told. */
const SEALED = 256

const bitOf: Readonly<Record<Right, RightSet>> = {
  view: VIEW,
  add: ADD,
  edit: EDIT,
  share: SHARE,
  own: OWN,
}

const rightsOf: Readonly<Record<Role, RightSet>> = {
  owner: VIEW | ADD | EDIT | SHARE | OWN,
  manager: VIEW | ADD | EDIT | SHARE,
  editor: VIEW | ADD | EDIT,
  contributor: VIEW | ADD | EDIT_ADDED,
  viewer: VIEW,
  drop: ADD | VIEW_ADDED | EDIT_ADDED,
}

export function rightsOfRole(role: Role): RightSet {
  return rightsOf[role]
}

/** No role gives more than whoever granted it has themselves. */
export function atMost(role: Role, rights: RightSet): RightSet {
  return join(withAdded(rightsOf[role]) & withAdded(rights), NO_RIGHTS)
}

/** What holds everywhere holds for what the caller added too. */
function withAdded(rights: RightSet): RightSet {
  return rights | (rights & VIEW ? VIEW_ADDED : 0) | (rights & EDIT ? EDIT_ADDED : 0)
}

/** Those of two grants together: what holds everywhere needs not hold for what the caller added too. */
export function join(a: RightSet, b: RightSet): RightSet {
  const both = a | b
  return both & ~((both & VIEW ? VIEW_ADDED : 0) | (both & EDIT ? EDIT_ADDED : 0))
}

/** What those on a folder mean for what is in it, whoever added the folder. */
export function inherited(rights: RightSet): RightSet {
  const onlyHere = (rights & VIEW_ADDED ? VIEW : 0) | (rights & EDIT_ADDED ? EDIT : 0) | TOP
  return rights & ~onlyHere
}

/** On what the caller added, the rights that hold only there hold fully. */
export function onAdded(rights: RightSet): RightSet {
  return rights | (rights & VIEW_ADDED ? VIEW : 0) | (rights & EDIT_ADDED ? EDIT : 0)
}

export function allows(rights: RightSet, right: Right): boolean {
  return (rights & bitOf[right]) !== 0
}

/** Whether a list may hold entries that the caller sees: all of them, or those that they added. */
export function mayHoldSeen(rights: RightSet): boolean {
  return (rights & (VIEW | VIEW_ADDED)) !== 0
}

/** Whether the caller sees in a folder only what they added. */
export function seesOnlyAdded(rights: RightSet): boolean {
  return (rights & VIEW_ADDED) !== 0
}

/** Whether the caller may change of these only what they added: an editor may change all. */
export function changesOnlyAdded(rights: RightSet): boolean {
  return (rights & EDIT_ADDED) !== 0
}

/** What they added is theirs to change no more. */
export function withoutEdit(rights: RightSet): RightSet {
  return rights & ~EDIT
}

/** A node that a grant names is seen itself, whatever is seen in it. */
export function asGranted(rights: RightSet): RightSet {
  return rights | (rights & VIEW_ADDED ? VIEW : 0)
}

/** What is above it is hidden. */
export function asTop(rights: RightSet): RightSet {
  return rights | TOP
}

export function isTop(rights: RightSet): boolean {
  return (rights & TOP) !== 0
}

/** For a link that gives out no contents. */
export function asSealed(rights: RightSet): RightSet {
  return rights | SEALED
}

export function isSealed(rights: RightSet): boolean {
  return (rights & SEALED) !== 0
}

/** As the wire names them, in the order of the protocol; the same list for the same rights. */
export function capabilitiesOf(rights: RightSet): Right[] {
  const key = rights & (VIEW | ADD | EDIT | SHARE | OWN)
  const known = capabilities[key]
  if (known) return known
  const list = (Object.keys(bitOf) as Right[]).filter((right) => key & bitOf[right])
  capabilities[key] = list
  return list
}

const capabilities: (Right[] | undefined)[] = []
