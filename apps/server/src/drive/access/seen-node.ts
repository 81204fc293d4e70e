import type { File } from '@awan/protocol/drive'
import type { NodeRow } from '../../db/tables.ts'
import type { Starred } from '../marks/own-marks.ts'
import type { Access } from './access.ts'
import type { Lockable } from './lockable.ts'
import type { UnlistedColumn } from './node-columns.ts'
import type { Seen } from './reach.ts'
import type { Shared } from './shared-until.ts'

/** What a list shows of a node; the rest would cost each row of a page some time. */
export type ListedNode = Omit<NodeRow, UnlistedColumn> & Starred & Shared & Lockable

/** The same with what the caller may do with it. */
export type SeenNode = Seen<ListedNode>

/** What the wire shows of a node to one caller. */
export type ToFile = (node: SeenNode) => File

/** For each caller: links in a file are made for them. */
export type ToFileFor = (access: Access) => ToFile
