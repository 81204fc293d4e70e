import { ServiceError } from '@awan/protocol/errors'
import type { TaskRow } from '../../db/tables.ts'

type Place = Pick<TaskRow, 'created_at' | 'id'>

/** Where the next page of tasks begins. */
export function toTaskToken({ created_at, id }: Place): string {
  return `${created_at}.${id}`
}

export function parseTaskToken(token: string): Place {
  const [, createdAt, id] = /^([0-9]{1,15})\.([0-9a-z]{1,64})$/.exec(token) ?? []
  if (createdAt === undefined || id === undefined) {
    throw new ServiceError('invalid_argument', {
      description: 'the page token does not belong to the task list: start at the first page',
    })
  }
  return { created_at: Number(createdAt), id }
}
