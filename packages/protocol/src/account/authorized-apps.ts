import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { appInfo } from './authorize.ts'
import { clientId, nothing } from './fields.ts'

export const listAuthorizedApps = defineEndpoint({
  method: 'GET',
  path: '/v1/user/authorized_apps',
  summary: 'List the apps that the signed-in user has given access',
  tag: 'account',
  answer: z.object({
    total: z.number().int(),
    data: z.array(
      z.object({
        client: appInfo,
        /** Space-separated. */
        scope: z.string(),
        created_at: z.iso.datetime(),
        last_used_at: z.iso.datetime(),
      }),
    ),
  }),
})

export const revokeAuthorizedApp = defineEndpoint({
  method: 'DELETE',
  path: '/v1/user/authorized_apps/{client_id}',
  summary: 'Revoke the access of an app; its sessions end immediately',
  tag: 'account',
  params: z.object({ client_id: clientId }),
  answer: nothing,
  errors: ['not_found'],
})
