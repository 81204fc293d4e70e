// What others share, and what is shared with others: who opens the one is likely to open the other.

export { SharedFileScreen } from './SharedFileScreen.tsx'
export { SharedScreen } from './SharedScreen.tsx'
