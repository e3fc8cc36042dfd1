import { describe, expect, it } from 'vitest';
import { absolute, marked, pictureUrls, renditions, smallestMade, unmarked } from './pictures.ts';

const OURS = '/media/0a1b2c3d/1200.jpg';

describe('pictureUrls', () => {
  it('offers the renditions of our API, best format first', () => {
    const { src, srcset, sources } = pictureUrls(OURS, { api: '', template: '' });
    expect(src).toBe('/media/0a1b2c3d/640.jpg');
    expect(srcset).toBe('');
    expect(sources.map(({ type }) => type)).toEqual(['image/avif', 'image/webp']);
    expect(sources[0]?.srcset).toMatch(/^\/media\/0a1b2c3d\/320\.avif 320w, .* 1200w$/);
  });

  it('uses the host of an API on another host', () => {
    const { src } = pictureUrls(OURS, { api: 'https://api.example', template: '' });
    expect(src).toBe('https://api.example/media/0a1b2c3d/640.jpg');
  });

  it('fills in the template of an image CDN, with the URL escaped', () => {
    const { src, srcset, sources } = pictureUrls('https://shop.example/a b.jpg?x=1&y=2', {
      api: '',
      template: 'https://cdn.example/w={width}/{url}',
    });
    expect(src).toBe(
      'https://cdn.example/w=640/https%3A%2F%2Fshop.example%2Fa%20b.jpg%3Fx%3D1%26y%3D2',
    );
    expect(srcset.split(', ')).toHaveLength(5);
    expect(sources).toEqual([]);
  });

  it('offers the renditions of the build for a picture with their mark', () => {
    for (const [url, api] of [
      ['https://pictures.example/oud.jpg?v=2#top', ''],
      ['/uploads/oud.jpg', 'https://api.example'],
    ] as const) {
      const image = marked(url, '0a1b2c');
      const { src, sources } = pictureUrls(image, { api, template: '' });
      expect(src).toBe(absolute(image, api));
      expect(sources).toEqual([
        {
          type: 'image/avif',
          srcset: '/renditions/0a1b2c-540.avif 540w, /renditions/0a1b2c-960.avif 960w',
        },
      ]);
      expect(smallestMade(image)).toBe('/renditions/0a1b2c-540.avif');
      expect(unmarked(image)).toBe(url);
    }
    expect(smallestMade(OURS)).toBeUndefined();
    expect(unmarked('https://pictures.example/oud.jpg#made')).toMatch(/#made$/);
  });

  it('leaves any other picture as it is', () => {
    const url = 'https://shop.example/oud.jpg';
    expect(pictureUrls(url, { api: '', template: '' })).toEqual({
      src: url,
      srcset: '',
      sources: [],
    });
  });
});

it('recognises paths of the API, and renditions by their URL', () => {
  expect(absolute('/a.jpg', 'https://api.example')).toBe('https://api.example/a.jpg');
  expect(absolute('https://shop.example/a.jpg', 'https://api.example')).toBe(
    'https://shop.example/a.jpg',
  );
  expect(renditions(OURS)).toBe('/media/0a1b2c3d');
  expect(renditions('/pictures/oud.jpg')).toBeUndefined();
});
