export {
  createLinks,
  type LinkChange,
  type Links,
  type NewLink,
  type ReceivedQuery,
} from './links.ts'
export { openVisit, type Visit, type VisitOptions } from './visit.ts'
