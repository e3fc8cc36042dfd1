import { DEFAULT_LISTING, SORT_OPTIONS } from '#domain/listing.ts';

/**
 * Source of a script for the head of /products: when the URL asks for something else than the default view, the page
 * shows skeletons from its first paint (`querying`), and the default fifty never flash. It reads the URL as
 * `readListing` of #domain/listing.ts does.
 */
export const hideDefaultView = `(()=>{
const q=new URLSearchParams(location.search),t=k=>(q.get(k)||'').trim(),p=Number(q.get('page'));
if(['search','category','brand','tag'].some(t)||${JSON.stringify(
  SORT_OPTIONS.filter((option) => option !== DEFAULT_LISTING.sortBy),
)}.includes(q.get('sortBy'))||Number.isSafeInteger(p)&&p>1)
document.documentElement.classList.add('querying')})()`.replaceAll('\n', '');
