import { DEFAULT_LISTING, SORT_OPTIONS } from '#domain/listing.ts';
import { PAGE_SIZE } from '#domain/pagination.ts';

declare global {
  interface Window {
    /** The list that the page's URL asks for, under way since its head. */
    listingAnswer?: Promise<Response | undefined> | undefined;
  }
}

/**
 * Source of a script for the head of /products. When the URL asks for something else than the default view, the page
 * shows skeletons from its first paint (`querying`), so that the default fifty never flash, and the API is asked
 * before any other script has come. It reads the URL as `readListing` and asks as `listingQuery` of #domain/listing.ts
 * do. `api` is the API's address, '' for the site's own.
 */
export const askEarly = (api: string) =>
  `(()=>{
const q=new URLSearchParams(location.search),t=k=>(q.get(k)||'').trim(),n=Number(q.get('page')),
p=Number.isSafeInteger(n)&&n>0?n:1,s=q.get('sortBy'),o=${JSON.stringify(SORT_OPTIONS)}.includes(s)?s:'${DEFAULT_LISTING.sortBy}',
a={search:t('search'),tag:t('tag'),category:t('category')||t('brand')},u=new URLSearchParams;
for(const k in a)if(a[k])u.set(k,a[k]);
if(!u.toString()&&p<2&&o=='${DEFAULT_LISTING.sortBy}')return;
document.documentElement.classList.add('querying');
const [f,d]=o.split('-');
u.set('page',p);u.set('limit',${PAGE_SIZE});u.set('sortBy',f);u.set('sortOrder',(f=='price'||f=='name')&&!d?'asc':'desc');
window.listingAnswer=fetch(${JSON.stringify(`${api}/api/product?`)}+u).catch(()=>{})})();`.replaceAll(
    '\n',
    '',
  );
