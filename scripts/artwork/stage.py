"""The one stage of every picture: camera, ground, backdrop and light cards, in three light groups (studio, back, kick) that
compose.ts weights and tints per mood."""
import math

import bpy
import mathutils

import materials

GROUPS = ('studio', 'back', 'kick')


def aimed(thing, at, aim, axis):
    thing.location = at
    way = mathutils.Vector(aim) - mathutils.Vector(at)
    thing.rotation_euler = way.to_track_quat(axis, 'Y').to_euler()
    bpy.context.scene.collection.objects.link(thing)
    return thing


def wall(name, group, at, aim, width, height, material):
    """An emitting rectangle that faces `aim`. It is too large to be worth sampling as a light: paths find it by themselves."""
    data = bpy.data.meshes.new(name)
    data.from_pydata([(-width / 2, -height / 2, 0), (width / 2, -height / 2, 0), (width / 2, height / 2, 0), (-width / 2, height / 2, 0)],
                     [], [(0, 1, 2, 3)])
    data.materials.append(material)
    material.cycles.sample_as_light = False
    thing = aimed(bpy.data.objects.new(name, data), at, aim, 'Z')
    thing.lightgroup = group
    return thing


def card(name, group, at, aim, width, height, radiance, along='Y', low=0.3):
    """A softbox: a rectangle at `at` that faces `aim`, width level, fading along one axis to `low`. The camera does not see it."""
    data = bpy.data.lights.new(name, 'AREA')
    data.shape = 'RECTANGLE'
    data.size, data.size_y = width, height
    data.energy = radiance * 4 * width * height
    data.use_nodes = True
    tree = data.node_tree
    emission = tree.nodes['Emission']
    geometry = tree.nodes.new('ShaderNodeNewGeometry')
    split = tree.nodes.new('ShaderNodeSeparateXYZ')
    fade = tree.nodes.new('ShaderNodeMapRange')
    fade.interpolation_type = 'SMOOTHSTEP'
    fade.inputs['To Min'].default_value = low
    fade.inputs['To Max'].default_value = 1
    tree.links.new(geometry.outputs['Parametric'], split.inputs[0])
    tree.links.new(split.outputs['XYZ'.index(along)], fade.inputs['Value'])
    tree.links.new(fade.outputs[0], emission.inputs['Strength'])
    thing = aimed(bpy.data.objects.new(name, data), at, aim, '-Z')
    thing.lightgroup = group
    return thing


def open_stage(width, height, samples, threshold=0.012, seed=11):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine = 'CYCLES'
    scene.cycles.device = 'CPU'
    scene.cycles.samples = samples
    scene.cycles.use_adaptive_sampling = True
    scene.cycles.adaptive_threshold = threshold
    scene.cycles.adaptive_min_samples = min(48, samples // 2)
    scene.cycles.use_denoising = False
    scene.cycles.seed = seed
    scene.cycles.max_bounces = 16
    scene.cycles.transmission_bounces = 16
    scene.cycles.diffuse_bounces = 3
    scene.cycles.glossy_bounces = 8
    scene.cycles.volume_bounces = 0
    scene.cycles.transparent_max_bounces = 4
    scene.cycles.sample_clamp_indirect = 4
    scene.cycles.sample_clamp_direct = 0
    scene.cycles.blur_glossy = 0.6
    scene.cycles.caustics_refractive = True
    scene.cycles.caustics_reflective = True
    scene.cycles.pixel_filter_type = 'BLACKMAN_HARRIS'
    scene.cycles.filter_width = 1.35
    scene.render.resolution_x = width
    scene.render.resolution_y = height
    scene.render.threads_mode = 'AUTO'
    world = bpy.data.worlds.new('dark')
    scene.world = world
    world.use_nodes = True
    world.node_tree.nodes['Background'].inputs[0].default_value = (1, 1, 1, 1)
    world.node_tree.nodes['Background'].inputs[1].default_value = 0.012
    layer = scene.view_layers[0]
    for group in GROUPS:
        layer.lightgroups.add(name=group)
    world.lightgroup = 'studio'
    layer.use_pass_diffuse_direct = True
    layer.use_pass_diffuse_indirect = True
    layer.use_pass_diffuse_color = True
    for name in ('mask', 'glass'):
        aov = layer.aovs.add()
        aov.name = name
        aov.type = 'COLOR'
    return scene


def camera(scene, at=(0, -16, 2.75), look=(0, 0, 1.93), tall=5.4):
    data = bpy.data.cameras.new('camera')
    data.sensor_fit = 'VERTICAL'
    data.sensor_height = 36
    distance = (mathutils.Vector(at) - mathutils.Vector(look)).length
    data.lens = 36 * distance / tall
    data.dof.use_dof = True
    data.dof.focus_distance = distance - 0.4
    data.dof.aperture_fstop = 0.55
    thing = bpy.data.objects.new('camera', data)
    thing.location = at
    thing.rotation_euler = (mathutils.Vector(look) - mathutils.Vector(at)).to_track_quat('-Z', 'Y').to_euler()
    scene.collection.objects.link(thing)
    scene.camera = thing
    return thing


def plane(name, x, y0, y1, z, material):
    data = bpy.data.meshes.new(name)
    data.from_pydata([(-x, y0, z), (x, y0, z), (x, y1, z), (-x, y1, z)], [], [(0, 1, 2, 3)])
    data.materials.append(material)
    thing = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(thing)
    return thing


def dress():
    """Ground, backdrop and cards. Everything else is black, which makes the dark edges of the glass."""
    plane('ground', 14, -22, 5.5, 0, materials.ground())
    wall('backdrop', 'back', (0, 9, 4), (0, -16, 4), 26, 17, materials.glow(1.05, (0.5, 0.33), (0.17, 0.22)))
    card('key', 'studio', (-5.4, -4.2, 4.6), (0, 0, 1.6), 3.4, 5.2, 7.5, low=0.25)
    card('strip', 'studio', (4.6, -1.3, 2.5), (0, 0, 1.9), 0.85, 5.4, 11, low=0.35)
    card('hair', 'studio', (-3.6, 2.4, 2.6), (0, 0, 1.9), 0.5, 5.0, 10, low=0.6)
    card('top', 'studio', (0.3, 0.9, 7.2), (0, 0, 0), 4.6, 3.0, 5.5, along='X', low=0.5)
    card('fill', 'studio', (1.5, -13, 7.5), (0, 0, 1.5), 9, 4, 1.1, low=0.5)
    card('kick', 'kick', (3.9, 4.6, 1.7), (0, 0, 1.1), 1.7, 3.0, 26, low=0.4)
