import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { opaqueToken } from './fields.ts'

const params = z.object({ id: z.string().min(1).max(64) })

export const exportPhases = ['WAITING', 'RUNNING', 'COMPLETE', 'FAILED'] as const

const accountExport = z.object({
  task_id: z.string(),
  phase: z.enum(exportPhases),
  /** Per cent of what must be done before the content can be read. */
  progress: z.number().int().min(0).max(100),
  created_at: z.iso.datetime(),
  /** From then on the content is not given out any more. */
  expires_at: z.iso.datetime(),
})
export type AccountExport = z.output<typeof accountExport>

/** Everything that the account has, as one archive. */
export const startExport = defineEndpoint({
  method: 'POST',
  path: '/v1/user/export',
  summary: 'Start an export of all data of the account',
  tag: 'account',
  body: z.object({ sudo_token: opaqueToken.optional() }),
  answer: accountExport,
  errors: ['permission_denied', 'resource_exhausted'],
})

export const getExport = defineEndpoint({
  method: 'GET',
  path: '/v1/user/export/{id}',
  summary: 'Get the progress of an export',
  tag: 'account',
  params,
  answer: accountExport,
  errors: ['not_found'],
})

export const getExportContent = defineEndpoint({
  method: 'GET',
  path: '/v1/user/export/{id}/content',
  summary: 'Download an export, a ZIP archive',
  tag: 'account',
  params,
  answer: { bytes: true, contentType: 'application/zip' },
  errors: ['not_found'],
})
