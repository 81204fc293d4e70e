import { z } from 'zod'
import { defineDriveEndpoint } from './drive-endpoint.ts'
import { conflictRule, nodeId, nodeName } from './file.ts'
import { task } from './tasks.ts'

/** The `reason` of a failure of an extraction. The first three are about the archive as a whole. */
export const extractProblem = z.enum([
  /** It is no ZIP archive, or its directory is cut or broken. */
  'not_an_archive',
  /** It has more entries than are extracted, or a longer directory. */
  'too_many',
  /** Entries share bytes of it: nobody packs files like that. */
  'overlapping',
  'encrypted',
  /** It is packed by a method that is not read here. */
  'method',
  /** It is a link or a device, not a file. */
  'link',
  /** No file or folder can have its name. */
  'name',
  'too_deep',
  /** It is cut, or not what the directory says. */
  'damaged',
])
export type ExtractProblem = z.output<typeof extractProblem>

/**
 * All of it comes into one new folder. What cannot be extracted is in the failures of the task, with the number of its
 * entry as `id`, and the rest is extracted. An archive whose only folder on top has the name of the new folder is not
 * nested twice. What is extracted is what the file was at the call.
 */
export const extractFile = defineDriveEndpoint({
  method: 'POST',
  path: '/drive/v1/files/{id}/extract',
  summary: 'Extract a ZIP archive of the drive into a new folder',
  tag: 'drive',
  params: z.object({ id: nodeId }),
  body: z.object({
    /** Where the new folder is created; by default in the folder of the archive. */
    parent_id: nodeId.optional(),
    /** What it is called; by default as the archive, without its extension. */
    name: nodeName.optional(),
    /** A folder is not replaced. */
    conflict: conflictRule.exclude(['replace']).default('rename'),
  }),
  answer: task,
  errors: [
    'not_found',
    'invalid_argument',
    'failed_precondition',
    'permission_denied',
    'already_exists',
    'resource_exhausted',
  ],
})
