import { getExport, getExportContent, startExport } from '@awan/protocol/account'
import { type Route, route } from '../../http/route.ts'
import type { Exports } from './export.ts'

const STARTS = [{ by: 'user', points: 10, perSeconds: 24 * 3600 }] as const
/** Each reads all of the files. */
const READS = [{ by: 'user', points: 20, perSeconds: 24 * 3600 }] as const

export function exportRoutes({ exports }: { exports: Exports }): Route[] {
  return [
    route(startExport, { user: true, sudo: true, limits: STARTS }, ({ user, caller }) =>
      exports.start(user, caller),
    ),
    route(getExport, { user: true }, ({ params, user }) => exports.find(params.id, user)),
    route(
      getExportContent,
      { user: true, limits: READS },
      async ({ params, user, caller, reply }) => {
        const content = await exports.open(params.id, user, caller)
        return reply
          .header('content-type', 'application/zip')
          .header('content-disposition', 'attachment; filename="awan.zip"')
          .header('cache-control', 'no-store')
          .send(content)
      },
    ),
  ]
}
