import { headers } from '@awan/protocol'
import { type BundleResult, uploadBundle } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import { header } from '../../http/caller.ts'
import { freeNow } from '../../kernel/own-memory.ts'
import { type DriveRoute, driveRoute } from '../access/drive-route.ts'
import type { ToFile } from '../access/seen-node.ts'
import { bytesOf, contentLength } from '../sent-bytes.ts'
import type { Bundles } from './bundles.ts'
import type { Outcome } from './place-bundle.ts'
import { readBundle } from './read-bundle.ts'

export function bundleRoutes(bundles: Bundles): DriveRoute[] {
  return [
    driveRoute(uploadBundle, 'add', async ({ access, toFile, body, request }) => {
      const sizeBytes = contentLength(request)
      const outcomes = await bundles.receive(access, {
        read: (charge) =>
          readBundle({ bytes: charge(bytesOf(body)), sizeBytes, giveBack: freeNow }),
        key: header(request, headers.idempotencyKey),
      })
      return { results: outcomes.map((outcome) => toResult(outcome, toFile)) }
    }),
  ]
}

function toResult(outcome: Outcome, toFile: ToFile): BundleResult {
  if (!(outcome instanceof ServiceError)) return { file: toFile(outcome) }
  const { error, error_code, error_description, details = [] } = outcome.toJSON()
  return { error, error_code, error_description, details }
}
