export {
  deleteMarksOf,
  deleteMarksOn,
  findOpenedAt,
  handOverMarks,
  saveMark,
} from './marks.store.ts'
