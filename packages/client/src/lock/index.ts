export { createLock, type Lock } from './lock.ts'
export { createQueue, type Queue, type QueueOptions } from './queue.ts'
export {
  createReentrantLock,
  type LockSession,
  type ReentrantLock,
  type ReentrantLockOptions,
} from './reentrant-lock.ts'
export type { LockOptions, LockRuntime } from './turns.ts'
