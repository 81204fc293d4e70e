import { getMe } from '@awan/protocol/account'
import type { Database } from '../../db/database.ts'
import { type Route, route } from '../../http/route.ts'
import { readProfile } from './profile.ts'

export function profileRoutes({ db }: { db: Database }): Route[] {
  return [route(getMe, { user: true }, ({ user }) => readProfile(db, user.sub))]
}
