import type { Reader, Writer } from '../../db/database.ts'
import type { LinkArrivalRow } from '../../db/tables.ts'
import type { RecordArrivals } from '../access/arriving.ts'
import type { TimeKey } from '../time-token.ts'

/** So many rows at once. */
const BATCH = 500

/** In the transaction that adds them: the drive is locked, so nobody counts at the same time. */
export const recordArrivals: RecordArrivals = async (
  writer,
  { driveId: drive_id, visitor, bytes, nodes },
) => {
  const { grantId: grant_id, visitorId: visitor_id } = visitor
  await addReceived(writer, { drive_id, grant_id }, bytes)
  const files = nodes.filter(({ kind }) => kind === 'file')
  for (let at = 0; at < files.length; at += BATCH) {
    await writer
      .insertInto('link_arrivals')
      .values(
        files.slice(at, at + BATCH).map(({ id, at: arrived_at }) => ({
          drive_id,
          grant_id,
          node_id: id,
          visitor_id,
          arrived_at,
        })),
      )
      .execute()
  }
}

async function addReceived(
  writer: Writer,
  { drive_id, grant_id }: { drive_id: string; grant_id: string },
  bytes: number,
): Promise<void> {
  await writer
    .updateTable('links')
    .set((link) => ({ received_bytes: link('received_bytes', '+', bytes) }))
    .where('drive_id', '=', drive_id)
    .where('grant_id', '=', grant_id)
    .execute()
}

/** A file that arrived, with who sent it where that is known. */
export interface Arrival extends LinkArrivalRow {
  name: string | null
  sub: string | null
  /** Proven by a code. */
  email: string | null
}

/** The newest first. */
export function listArrivals(
  reader: Reader,
  { drive_id, grant_id }: { drive_id: string; grant_id: string },
  { after, limit }: { after: TimeKey | undefined; limit: number },
): Promise<Arrival[]> {
  return reader
    .selectFrom('link_arrivals as arrival')
    .leftJoin('link_visitors as visitor', (join) =>
      join
        .onRef('visitor.drive_id', '=', 'arrival.drive_id')
        .onRef('visitor.grant_id', '=', 'arrival.grant_id')
        .onRef('visitor.visitor_id', '=', 'arrival.visitor_id'),
    )
    .selectAll('arrival')
    .select(['visitor.name', 'visitor.sub', 'visitor.email'])
    .where('arrival.drive_id', '=', drive_id)
    .where('arrival.grant_id', '=', grant_id)
    .$if(after !== undefined, (query) =>
      query.where((arrival) =>
        arrival(
          arrival.refTuple('arrival.arrived_at', 'arrival.node_id'),
          '<',
          arrival.tuple(after?.at ?? 0, after?.id ?? ''),
        ),
      ),
    )
    .orderBy('arrival.arrived_at', 'desc')
    .orderBy('arrival.node_id', 'desc')
    .limit(limit)
    .execute()
}
