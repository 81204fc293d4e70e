export { deleteMarksOf, deleteMarksOn, handOverMarks, saveStar } from './marks.store.ts'
