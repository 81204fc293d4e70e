import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import { sessionsOf } from './sessions/sessions.ts'
import { usersQuery } from './users/users.ts'

/**
 * Everybody who has an account, for the queries of other parts of the server: what is ordered by a
 * name or searched by a contact is joined in the database.
 *
 * @example
 * reader.selectFrom('drives').leftJoin(peopleQuery(reader).as('people'), 'people.sub', 'drives.owner_sub')
 */
export function peopleQuery(reader: Reader) {
  return reader
    .selectFrom(usersQuery(reader).as('person'))
    .select(['person.sub', 'person.name', 'person.username', 'person.email', 'person.picture'])
    .select((each) =>
      each.fn
        .coalesce(
          sessionsOf(each.ref('person.sub')).select((session) =>
            session.fn.max('sessions.last_seen_at').as('at'),
          ),
          sql<number>`0`,
        )
        // 0 where no device is signed in.
        .as('last_active_at'),
    )
}
