export {
  deleteMarksOf,
  deleteMarksOn,
  findOpened,
  findOpenedAt,
  handOverMarks,
  saveMark,
} from './marks.store.ts'
