"""Renders one view of a family to raw passes (linear float, .npy) in a folder of your choice; passes.py turns these into the files in git.
blender -b -noaudio -P render.py -- FAMILY VIEW OUT_FOLDER [SAMPLES] [SEED] [SCALE] [THRESHOLD]"""
import json
import os
import sys
import time

import bpy
import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import bottles  # noqa: E402
import stage  # noqa: E402
import views  # noqa: E402
from bpy_extras.object_utils import world_to_camera_view  # noqa: E402


def outputs(scene, folder, names):
    """One float EXR a pass, through the compositor."""
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    layers = tree.nodes.new('CompositorNodeRLayers')
    out = tree.nodes.new('CompositorNodeOutputFile')
    out.base_path = folder
    out.format.file_format = 'OPEN_EXR'
    out.format.color_depth = '32'
    out.format.exr_codec = 'ZIP'
    out.file_slots.clear()
    for name in names:
        out.file_slots.new(name)
        tree.links.new(layers.outputs[name], out.inputs[name])


def collect(folder, names):
    for name in names:
        file = os.path.join(folder, f'{name}0001.exr')
        image = bpy.data.images.load(file)
        image.colorspace_settings.name = 'Non-Color'
        w, h = image.size
        raw = np.empty(w * h * 4, np.float32)
        image.pixels.foreach_get(raw)
        np.save(os.path.join(folder, f'{name}.npy'), raw.reshape(h, w, 4)[::-1, :, :3].astype(np.float16))
        os.remove(file)


def main(family, view, folder, samples=64, seed=1, scale=1, threshold=0.01):
    look = views.VIEWS[view]
    width = round(look.width * float(scale))
    folder = os.path.abspath(os.path.join(folder, family, view))
    os.makedirs(folder, exist_ok=True)
    scene = stage.open_stage(width, round(width * views.ASPECT), int(samples), float(threshold), int(seed))
    stage.dress()
    before = set(bpy.data.objects)
    about = bottles.FAMILIES[family]()
    art = views.turned(set(bpy.data.objects) - before, about.pop('art'), views.turn_of(family, view))
    eye = views.shoot(scene, look, art(0.5, 1).z)
    bpy.context.view_layer.update()
    names = [f'Combined_{g}' for g in stage.GROUPS] + ['mask', 'glass', 'DiffDir', 'DiffInd', 'DiffCol']
    outputs(scene, folder, names)
    began = time.time()
    bpy.ops.render.render()
    about['seconds'] = round(time.time() - began)
    print(f'RENDER {family} {view} {width}px {samples} samples {about["seconds"]} s')
    collect(folder, names)
    columns, rows = 24, 8
    grid = [[[round(c, 5) for c in world_to_camera_view(scene, eye, art(i / columns, j / rows))[:2]] for i in range(columns + 1)]
            for j in range(rows + 1)]
    about['grid'] = [[[x, round(1 - y, 5)] for x, y in row] for row in grid]
    with open(os.path.join(folder, 'about.json'), 'w') as file:
        json.dump(about, file)


if __name__ == '__main__':
    main(*sys.argv[sys.argv.index('--') + 1:])
