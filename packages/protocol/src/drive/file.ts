import { z } from 'zod'
import { MAX_TAG_CHARACTERS } from '../limits.ts'
import { right } from './rights.ts'

/** Ids are opaque to clients; no id of ours holds anything but these characters. */
export const nodeId = z.string().regex(/^[0-9A-Za-z_-]{1,64}$/)

/** Syntax only; the rules of names (NFC, no slash, ...) are the server's. */
export const nodeName = z.string().min(1).max(1024)

/** SHA-256 as 64 lower-case hexadecimal digits. */
export const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/)

/** Of one block: `b3:` and its BLAKE3 as 64 lower-case hexadecimal digits, or its SHA-256 without a prefix. */
export const blockHash = z.string().regex(/^(b3:)?[0-9a-f]{64}$/)

/** Syntax only, as of names. */
export const tag = z.string().min(1).max(MAX_TAG_CHARACTERS)

/** A system that cannot hold a file of this name as it is. */
export const nameWarning = z.enum(['windows', 'macos'])
export type NameWarning = z.output<typeof nameWarning>

export const file = z.object({
  id: z.string(),
  kind: z.enum(['folder', 'file']),
  parent_id: z.string().nullable(),
  name: z.string(),
  /** Bytes; zero for a folder. */
  size: z.number().int().nonnegative(),
  /**
   * `b3:` and the BLAKE3 over the BLAKE3 of each block. Of older files it can be the SHA-256 over the SHA-256 of
   * each block, without a prefix. Absent for a folder.
   */
  hash: z.string().optional(),
  mime_type: z.string().optional(),
  /** Of a shortcut: what it leads to. Absent for everything else. */
  shortcut: z.enum(['folder', 'file']).optional(),
  created_time: z.iso.datetime(),
  modified_time: z.iso.datetime(),
  /** Whether the caller has starred it; nobody sees the stars of others. */
  starred: z.boolean(),
  description: z.string().optional(),
  /** In the order of their letters. */
  tags: z.array(z.string()),
  /** When it was moved to the trash itself; absent for nodes inside a trashed folder. */
  trashed_time: z.iso.datetime().optional(),
  /** Changes with the node; for If-Match. */
  etag: z.string(),
  /** What the caller may do with it. */
  capabilities: z.array(right),
  /** True where it is shared itself, by a grant or link that is not over; told to those who may share it. */
  shared: z.boolean().optional(),
  /** True where a program holds a lock on it, or on a folder above it; `GET …/locks` tells who and until when. */
  locked: z.boolean().optional(),
  /** Systems that cannot hold the name; absent when all can. */
  warnings: z.array(nameWarning).optional(),
  /** Where a small picture of it is, or soon will be; `?size=` chooses among three. */
  thumbnail_link: z.string().optional(),
})
export type File = z.output<typeof file>

/** What happens when the name is taken: refuse, choose `name (2)`, or add a version. */
export const conflictRule = z.enum(['fail', 'rename', 'replace'])
export type ConflictRule = z.output<typeof conflictRule>
