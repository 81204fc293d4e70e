import type { ErrorName } from '@awan/protocol/errors'
import type { Answer, Stage } from './stage.ts'

export type Cause = (stage: Stage) => Promise<Answer>
export type Causes = Partial<Record<ErrorName, Cause>>
