import type { texts as english } from '../en/drive-photos.ts'

export const texts: Record<keyof typeof english, string> = {
  'photos.today': '오늘',
  'photos.scrubber': '월별로 이동',
  'photos.choose': '{name} 선택',
  'photos.chooseDay': '{day} 모두 선택',
  'photos.empty': '아직 사진이 없습니다',
  'photos.empty.hint': '모든 폴더의 사진과 동영상이 찍은 날짜순으로 여기에 표시됩니다.',
}
