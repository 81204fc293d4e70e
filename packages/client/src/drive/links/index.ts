export {
  createLinks,
  type LinkChange,
  type Links,
  type NewLink,
  type ReceivedQuery,
} from './links.ts'
export {
  openVisit,
  sendVisitorCode,
  type Visit,
  type VisitOptions,
  type VisitorCodeOptions,
} from './visit.ts'
