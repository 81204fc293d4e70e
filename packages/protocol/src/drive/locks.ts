import { z } from 'zod'
import { defineDriveEndpoint } from './drive-endpoint.ts'
import { nodeId } from './file.ts'
import { sharedPerson } from './shares.ts'

/** That a program has something open, so that only its person changes it. */
export const fileLock = z.object({
  /** Absent for a folder above all that the caller sees. */
  file: z.object({ id: z.string(), name: z.string(), kind: z.enum(['folder', 'file']) }).optional(),
  holder: sharedPerson,
  /** What the program says about its person. */
  owner_text: z.string().optional(),
  /** Whether others may hold one of the same kind. */
  shared: z.boolean(),
  /** Whether everything below the folder is locked with it. */
  deep: z.boolean(),
  created_time: z.iso.datetime(),
  /** It ends then, unless the program makes it last longer. */
  expires_time: z.iso.datetime(),
  can_end: z.boolean(),
})
export type FileLock = z.output<typeof fileLock>

const params = z.object({ id: nodeId })

/** Those on it, those on folders above it that lock it too, and of a folder those below it. */
export const listLocks = defineDriveEndpoint({
  method: 'GET',
  path: '/drive/v1/files/{id}/locks',
  summary:
    'List the locks in the way of a change of a file or folder, with who holds them and until when',
  tag: 'drive',
  params,
  answer: z.object({ locks: z.array(fileLock) }),
  errors: ['not_found', 'permission_denied'],
})

/**
 * Those of the list that the caller may end: their own, and whoever owns the drive or manages a whole team drive ends
 * everybody's. Where there are some and the caller may end none, `permission_denied`.
 */
export const endLocks = defineDriveEndpoint({
  method: 'DELETE',
  path: '/drive/v1/files/{id}/locks',
  summary: 'End the locks in the way of a change of a file or folder',
  tag: 'drive',
  params,
  answer: z.object({ ended: z.int() }),
  errors: ['not_found', 'permission_denied'],
})
