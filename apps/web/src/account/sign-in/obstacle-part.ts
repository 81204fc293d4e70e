import { lazyPart } from '../../ui/lazy-part.ts'

/** Second steps and account states: most sign-ins need neither. */
export const obstaclePart = lazyPart(() =>
  import('./ObstacleStep.tsx').then((module) => module.ObstacleStep),
)
