export { deleteMarksOf, deleteMarksOn, handOverMarks, moveMarks, saveStar } from './marks.store.ts'
