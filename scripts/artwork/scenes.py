"""Renders a scene of the notes in real colours, in the light groups of the bottles; passes.py makes its planes.
blender -b -noaudio -P scenes.py -- SCENE OUT_FOLDER [SAMPLES] [SEED] [SCALE] [THRESHOLD]"""
import json
import os
import sys
import time

import bpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import importlib  # noqa: E402

import render  # noqa: E402
import stage  # noqa: E402
import views  # noqa: E402

# The seed of the arrangement of props. Another number gives another still life.
ARRANGED = 7


def main(scene_name, folder, samples=64, seed=1, scale=1, threshold=0.01):
    look = views.VIEWS['scene']
    width = round(look.width * float(scale))
    folder = os.path.abspath(os.path.join(folder, 'scenes', scene_name))
    os.makedirs(folder, exist_ok=True)
    scene = stage.open_stage(width, round(width * views.ASPECT), int(samples), float(threshold), int(seed))
    scene.cycles.transparent_max_bounces = 32
    scene.cycles.max_bounces = 14
    scene.cycles.transmission_bounces = 12
    stage.dress()
    views.neutral_ground()
    importlib.import_module(scene_name).scene(ARRANGED)
    views.shoot(scene, look, 0)
    names = [f'Combined_{g}' for g in stage.GROUPS] + ['mask']
    render.outputs(scene, folder, names)
    began = time.time()
    bpy.ops.render.render()
    seconds = round(time.time() - began)
    print(f'RENDER {scene_name} {width}px {samples} samples {seconds} s')
    render.collect(folder, names)
    with open(os.path.join(folder, 'about.json'), 'w') as file:
        json.dump({'seconds': seconds}, file)


main(*sys.argv[sys.argv.index('--') + 1:])
