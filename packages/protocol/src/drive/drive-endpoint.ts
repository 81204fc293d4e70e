import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { nodeId } from './file.ts'

/** Which drive a call means; without it, the caller's own. */
const inDrive = { drive_id: nodeId.optional() }

type InDrive = z.ZodObject<typeof inDrive>
type WithDrive<E extends Endpoint> = Omit<E, 'query'> & {
  readonly query: E['query'] extends z.ZodObject<infer Shape>
    ? z.ZodObject<Shape & typeof inDrive>
    : InDrive
}

/** A call on the files of one drive. */
export function defineDriveEndpoint<const E extends Endpoint>(endpoint: E): WithDrive<E> {
  const query = (endpoint.query ?? z.object({})).extend(inDrive)
  return { ...endpoint, query } as unknown as WithDrive<E>
}
